// The few functions of lodash that Chevrotain calls, for the sizes and shapes that it calls them with. lodash's own
// are several times as large, because they also take shorthands, sparse arrays and cyclic objects.

const isList = (value) => Array.isArray(value) || typeof value === 'string';
const pick = (iteratee) => (typeof iteratee === 'function' ? iteratee : (value) => value?.[iteratee]);

/** Calls back for every element of a list or value of an object, until the answer is `false`. */
export function forEach(collection, callback) {
  if (collection == null) return collection;
  if (isList(collection)) {
    for (let index = 0, { length } = collection; index < length; index++) {
      if (callback(collection[index], index, collection) === false) break;
    }
  } else {
    for (const key of Object.keys(collection)) {
      if (callback(collection[key], key, collection) === false) break;
    }
  }
  return collection;
}

export function map(collection, iteratee) {
  const mapped = [];
  const call = pick(iteratee);
  forEach(collection, (value, key) => {
    mapped.push(call(value, key, collection));
  });
  return mapped;
}

export function reduce(collection, callback, ...initial) {
  let isFirst = initial.length === 0;
  let result = initial[0];
  forEach(collection, (value, key) => {
    result = isFirst ? value : callback(result, value, key, collection);
    isFirst = false;
  });
  return result;
}

export function filter(collection, predicate) {
  const kept = [];
  const call = pick(predicate);
  forEach(collection, (value, key) => {
    if (call(value, key, collection)) kept.push(value);
  });
  return kept;
}

export const reject = (collection, predicate) => {
  const call = pick(predicate);
  return filter(collection, (value, key) => !call(value, key, collection));
};

export function find(collection, predicate) {
  let found;
  const call = pick(predicate);
  forEach(collection, (value, key) => {
    if (!call(value, key, collection)) return true;
    found = value;
    return false;
  });
  return found;
}

export function some(collection, predicate) {
  let holds = false;
  const call = pick(predicate);
  forEach(collection, (value, key) => {
    holds = Boolean(call(value, key, collection));
    return !holds;
  });
  return holds;
}

export const every = (collection, predicate) => {
  const call = pick(predicate);
  return !some(collection, (value, key) => !call(value, key, collection));
};

export function groupBy(collection, iteratee) {
  const groups = {};
  const call = pick(iteratee);
  forEach(collection, (value) => {
    const key = call(value);
    if (Object.hasOwn(groups, key)) groups[key].push(value);
    else groups[key] = [value];
  });
  return groups;
}

export const flatten = (list) => (list == null ? [] : list.flat(1));
export const flatMap = (collection, iteratee) => map(collection, iteratee).flat(1);
export const compact = (list) => (list == null ? [] : list.filter(Boolean));
export const difference = (list, ...others) => {
  const excluded = new Set(others.flat(1));
  return list == null ? [] : list.filter((value) => !excluded.has(value));
};
export const uniq = (list) => [...new Set(list ?? [])];
export const uniqBy = (list, iteratee) => {
  const seen = new Set();
  const call = pick(iteratee);
  return filter(list, (value) => {
    const key = call(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};
export const drop = (list, count = 1) => (list ?? []).slice(count);
export const dropRight = (list, count = 1) => (list ?? []).slice(0, Math.max(0, (list ?? []).length - count));
export const first = (list) => list?.[0];
export const head = first;
export const last = (list) => list?.[list.length - 1];
export const indexOf = (list, value, from = 0) => (list ?? []).indexOf(value, from);
export const includes = (collection, value) =>
  collection != null && (isList(collection) ? collection : Object.values(collection)).includes(value);

export const keys = (object) => Object.keys(object ?? {});
export const values = (object) => Object.values(object ?? {});
export const has = (object, key) => object != null && Object.hasOwn(object, key);
export const assign = Object.assign;
export const clone = (value) => {
  if (Array.isArray(value)) return [...value];
  if (value === null || typeof value !== 'object') return value;
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value);
};
export const defaults = (object, ...sources) => {
  for (const source of sources) {
    for (const key of Object.keys(source ?? {})) if (object[key] === undefined) object[key] = source[key];
  }
  return object;
};
export const pickBy = (object, predicate) =>
  Object.fromEntries(Object.entries(object ?? {}).filter(([key, value]) => predicate(value, key)));

export const isArray = Array.isArray;
export const isString = (value) => typeof value === 'string';
export const isFunction = (value) => typeof value === 'function';
export const isUndefined = (value) => value === undefined;
export const isRegExp = (value) => value instanceof RegExp;
export const isObject = (value) =>
  value !== null && (typeof value === 'object' || typeof value === 'function');
export const isEmpty = (value) => {
  if (value == null || (typeof value !== 'object' && typeof value !== 'string')) return true;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return isList(value) ? value.length === 0 : Object.keys(value).length === 0;
};

export const identity = (value) => value;
export const noop = () => undefined;
export const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);
