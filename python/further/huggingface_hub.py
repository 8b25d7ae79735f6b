"""Models on Hugging Face: a page sends nothing, and says so once."""

from _said import once

__version__ = "0.30.0"


def _unsent(*given, **named):
    once("huggingface_hub: nothing is sent to Hugging Face from here, and what is on it cannot be loaded. Files stay in the folder")


login = logout = notebook_login = interpreter_login = _unsent
upload_file = upload_folder = create_commit = metadata_save = delete_repo = create_branch = create_tag = _unsent


class _Where(str):
    """An address, also of a repository."""

    repo_id = property(lambda self: str(self).removeprefix("https://huggingface.co/"))


def create_repo(repo_id=None, *given, **named):
    _unsent()
    return _Where(f"https://huggingface.co/{repo_id}")


def metadata_eval_result(**named): return {"model-index": [{"name": named.get("model_pretty_name")}]}
def whoami(token=None): return {"name": "reader"}
def get_token(): return None


def _unloaded(name):
    def refused(*given, **named):
        raise OSError(f"huggingface_hub.{name} loads from another server, which a tab's Python cannot: open the file in the scratchpad beside this one")

    return refused


hf_hub_download, snapshot_download, list_models, model_info = map(_unloaded, ("hf_hub_download", "snapshot_download", "list_models", "model_info"))


class HfApi:
    """What would speak with the server."""

    def __init__(self, *given, **named): pass
    def create_repo(self, repo_id=None, *given, **named): return create_repo(repo_id)
    def upload_file(self, *given, **named): _unsent()
    upload_folder = create_commit = upload_large_folder = delete_repo = upload_file
    def whoami(self, token=None): return whoami()


class HfFolder:
    """Where a token would be kept."""

    get_token = staticmethod(lambda: None)
    save_token = staticmethod(_unsent)


class Repository:
    """A folder that would be sent."""

    def __init__(self, local_dir=".", *given, **named): self.local_dir = local_dir
    def push_to_hub(self, *given, **named): _unsent()
    git_pull = git_add = git_commit = git_push = push_to_hub


class ModelCard:
    """A text about a model."""

    def __init__(self, content=""): self.content = content
    def save(self, path):
        with open(path, "w") as file:
            file.write(str(self.content))

    def push_to_hub(self, *given, **named): _unsent()


class PyTorchModelHubMixin:
    """A network that could be sent."""

    def push_to_hub(self, *given, **named): _unsent()
    def save_pretrained(self, save_directory, **unused):
        import os

        import torch

        os.makedirs(save_directory, exist_ok=True)
        torch.save(self.state_dict(), os.path.join(save_directory, "pytorch_model.bin"))
