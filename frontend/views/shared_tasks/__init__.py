"""Pages of hosted shared tasks: for teams and visitors below /shared-tasks/, for organisers in the project."""
