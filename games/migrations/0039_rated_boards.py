"""Side biases and calibration for each rated board.

No rows are laid for the rebalanced boards of 6, 7 and 9. A new board starts at the standard board's mean of the moment
of its first game; a row laid here would hold the mean of the day of this migration, and dropping all ratings and
replaying, which deletes all rows, would give other numbers. Until that first game, predictions use the same start.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0038_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="sidebias",
            name="board",
            field=models.CharField(
                choices=[("standard", "standard"), ("rebalanced", "rebalanced")],
                db_default="standard",
                default="standard",
                max_length=10,
                verbose_name="board",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="sidebias",
            name="one_bias_per_table",
        ),
        migrations.AddConstraint(
            model_name="sidebias",
            constraint=models.UniqueConstraint(
                fields=("edition", "board", "size"), name="one_bias_per_table"
            ),
        ),
        migrations.AddField(
            model_name="calibrationtally",
            name="board",
            field=models.CharField(
                choices=[("standard", "standard"), ("rebalanced", "rebalanced")],
                db_default="standard",
                default="standard",
                max_length=10,
                verbose_name="board",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="calibrationtally",
            name="one_calibration_tally_per_bin",
        ),
        migrations.AddConstraint(
            model_name="calibrationtally",
            constraint=models.UniqueConstraint(
                fields=("board", "size", "number"), name="one_calibration_tally_per_bin"
            ),
        ),
    ]
