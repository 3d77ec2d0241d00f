// Lint rules of our own; .oxlintrc.json says where each holds.

/** What a list is usually spread into. */
const TAKES_ARGUMENTS = /^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/;
const LOOSE_LAYER = /(^|[ :])-?z-(\d|\[|auto)/;

/** Each element becomes an argument on the stack: of a list whose length comes from outside that is a RangeError. */
const noSpreadIntoCall = {
  create: (context) => ({
    CallExpression({ callee, arguments: given }) {
      if (!TAKES_ARGUMENTS.test(callee.property?.name ?? '')) return;
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
