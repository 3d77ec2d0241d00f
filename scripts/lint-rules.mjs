// Our own lint rules; .oxlintrc.json says where each applies.

/** Functions that lists are usually spread into. */
const SPREAD_TARGETS = /^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/;
const LOOSE_LAYER = /(^|[ :])-?z-(\d|\[|auto)/;

/** Spread elements become arguments on the stack, so a list of unbounded length throws a RangeError. */
const noSpreadIntoCall = {
  create: (context) => ({
    CallExpression({ callee, arguments: given }) {
      if (!SPREAD_TARGETS.test(callee.property?.name ?? '')) return;
      for (const node of given) {
        if (node.type !== 'SpreadElement') continue;
        context.report({
          node,
          message: 'A long list ends the process here: add one element after the other.',
        });
      }
    },
  }),
};

const noLooseLayer = {
  create(context) {
    const check = (node, text) => {
      if (typeof text !== 'string' || !LOOSE_LAYER.test(text)) return;
      context.report({
        node,
        message: 'What lies above what is one scale: use z-sticky … z-toast (app/styles/layers.css).',
      });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};

export default {
  meta: { name: 'promptwell' },
  rules: { 'no-spread-into-call': noSpreadIntoCall, 'no-loose-layer': noLooseLayer },
};
