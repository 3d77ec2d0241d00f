/**
 * Strongly connected components of more than one node (Tarjan's algorithm). Each is sorted; the largest comes first.
 */
export function findCycles(nodes, next) {
  const index = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    index.set(node, index.size);
    lowest.set(node, index.get(node));
    stack.push(node);
    for (const other of next(node)) {
      if (!index.has(other)) visit(other);
      if (stack.includes(other)) lowest.set(node, Math.min(lowest.get(node), lowest.get(other)));
    }
    if (lowest.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return circles.sort((one, other) => other.length - one.length);
}
