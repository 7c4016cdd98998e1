"""Serves a model with llama.cpp's own server on this machine: serve.py MODEL.gguf PORT

Prints `LISTENING http://127.0.0.1:PORT`; port 0 takes a free one. The key is `test-key`. Every request has 4096 tokens
of context and gets 400 tokens of answer at most, whatever it asks for. It ends when its standard input does.
"""

import os
import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.model_alias = {"tiny-random"} if isinstance(parameters.model_alias, set) else "tiny-random"
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[2])
parameters.n_parallel = 2
parameters.n_ctx = parameters.n_parallel * 4096
parameters.n_predict = 400
parameters.cpuparams.n_threads = 1
parameters.warmup = False
parameters.use_jinja = True
parameters.api_keys = ["test-key"]
server = xllamacpp.Server(parameters)
print("LISTENING", server.listening_address, flush=True)
sys.stdin.read()
# Its threads would keep the process alive.
os._exit(0)
