from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('corpus', '0006_boxed_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='storedpage',
            name='formatting',
            field=models.JSONField(blank=True, default=dict, verbose_name='bold and italic text, colours of cells'),
        ),
    ]
