from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('corpus', '0005_discarding'),
    ]

    operations = [
        migrations.AddField(
            model_name='storedpage',
            name='boxed',
            field=models.JSONField(blank=True, default=list, verbose_name='ids of the tables inside an infobox'),
        ),
    ]
