"""What the toy workflow stores: texts to answer, and answers."""

from __future__ import annotations

from django.db import models

from annotation.work.models import SubmittedWork


class ToyItem(models.Model):
    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class ToyAnswer(SubmittedWork):
    answer = models.TextField()

    def __str__(self) -> str:
        return self.answer
