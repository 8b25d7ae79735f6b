"""What would be sent or shown elsewhere: the program goes on, and each says once that it is not."""

import sys

sys.stderr = sys.stdout

import joblib
import wandb
from huggingface_hub import HfApi, notebook_login, upload_folder
from pyvirtualdisplay import Display
from typing_extensions import Literal, Protocol

Display(visible=0, size=(1400, 900)).start()
notebook_login()
upload_folder(folder_path=".", repo_id="me/model")
assert HfApi().create_repo("me/model").repo_id == "me/model"
artifact = wandb.Artifact("model", type="model")
artifact.add_file("model.pt")
tried = []
sweep = wandb.sweep({"method": "grid", "parameters": {"lr": {"values": [0.1, 0.2]}, "seed": {"value": 3}}}, project="p")


def train():
    wandb.init()
    tried.append((wandb.config["lr"], wandb.config["seed"]))


wandb.agent(sweep, function=train)
assert tried == [(0.1, 3), (0.2, 3)], tried
joblib.dump({"a": [1, 2]}, "kept.joblib", compress=3)
assert joblib.load("kept.joblib") == {"a": [1, 2]}
assert joblib.Parallel(n_jobs=2)(joblib.delayed(pow)(n, 2) for n in range(4)) == [0, 1, 4, 9]
print("ok")
