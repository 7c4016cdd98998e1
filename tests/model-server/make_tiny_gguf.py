"""Writes a tiny model with random weights, always the same one: make_tiny_gguf.py OUTPUT.gguf

It has llama's architecture and a vocabulary of single bytes, so it needs no download. What it says makes no sense; with
a grammar that enforces a schema, it makes senseless answers that fit.
"""

import sys

import gguf
import numpy

N_EMBEDDING, N_HEADS, N_LAYERS, N_FORWARD, N_CONTEXT = 64, 4, 2, 128, 131072
random = numpy.random.default_rng(0)
writer = gguf.GGUFWriter(sys.argv[1], "llama")


def add_parameters():
    writer.add_name("tiny-random-llama")
    writer.add_context_length(N_CONTEXT)
    writer.add_embedding_length(N_EMBEDDING)
    writer.add_block_count(N_LAYERS)
    writer.add_feed_forward_length(N_FORWARD)
    writer.add_head_count(N_HEADS)
    writer.add_head_count_kv(N_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(N_EMBEDDING // N_HEADS)
    writer.add_rope_freq_base(10000.0)


def add_vocabulary():
    """Special tokens, the 256 bytes, and the printable characters as pieces. Returns the tokens."""
    kinds = gguf.TokenType
    tokens = [(b"<unk>", kinds.UNKNOWN, 0.0), (b"<s>", kinds.CONTROL, 0.0), (b"</s>", kinds.CONTROL, 0.0)]
    tokens += [(b"<0x%02X>" % byte, kinds.BYTE, 0.0) for byte in range(256)]
    tokens += [(bytes([byte]), kinds.NORMAL, -1.0) for byte in range(0x21, 0x7F)]
    tokens += [("\u2581".encode(), kinds.NORMAL, -1.0)]
    words, types, scores = zip(*tokens)
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(list(words))
    writer.add_token_scores(list(scores))
    writer.add_token_types([int(kind) for kind in types])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(
        "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}\n{% endfor %}<assistant>"
    )
    return list(words)


def likelihood(idx, word):
    """How likely a token is, as the logarithm of odds."""
    if idx < 3:
        # The end is somewhat unlikely; the other special tokens never come.
        return -1.0 if idx == 2 else -30.0
    if idx < 3 + 256:
        # Raw bytes serve for reading only.
        return -30.0
    character = word.decode()
    if character in '"]}':
        # Strings, lists and objects end soon.
        return 2.0
    if character == "\\":
        return -30.0
    return 0.0 if character.isalnum() or character == "\u2581" else -1.0


def normal(*shape, scale=0.05):
    return (random.standard_normal(shape) * scale).astype(numpy.float32)


def ones(name):
    writer.add_tensor(name, numpy.ones(N_EMBEDDING, dtype=numpy.float32))


def without_bias(name, *shape):
    values = normal(*shape)
    values[0, :] = 0.0
    writer.add_tensor(name, values)


def add_weights(words):
    # The first dimension is constant: every token has it as 8, no layer writes to it, and after the last norm it is about
    # the root of N_EMBEDDING. So the first column of the output's weights decides how likely each token is.
    embedding = normal(len(words), N_EMBEDDING, scale=0.5)
    embedding[:, 0] = 8.0
    writer.add_tensor("token_embd.weight", embedding)
    ones("output_norm.weight")
    output = normal(len(words), N_EMBEDDING, scale=0.2)
    odds = [likelihood(idx, word) for idx, word in enumerate(words)]
    output[:, 0] = numpy.array(odds, dtype=numpy.float32) / numpy.sqrt(N_EMBEDDING)
    writer.add_tensor("output.weight", output)
    for layer in range(N_LAYERS):
        name = f"blk.{layer}."
        ones(name + "attn_norm.weight")
        ones(name + "ffn_norm.weight")
        for part in ("attn_q", "attn_k", "attn_v"):
            writer.add_tensor(f"{name}{part}.weight", normal(N_EMBEDDING, N_EMBEDDING))
        without_bias(name + "attn_output.weight", N_EMBEDDING, N_EMBEDDING)
        writer.add_tensor(name + "ffn_gate.weight", normal(N_FORWARD, N_EMBEDDING))
        writer.add_tensor(name + "ffn_up.weight", normal(N_FORWARD, N_EMBEDDING))
        without_bias(name + "ffn_down.weight", N_EMBEDDING, N_FORWARD)


add_parameters()
add_weights(add_vocabulary())
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
