import { mismatch, refuseManyPixels } from '../file-rules.ts'

/** A traced photograph has a few megabytes; browsers struggle with more than this. */
export const SVG_BYTES_MAX = 16 * 1024 * 1024

const NAMESPACE = 'http://www.w3.org/2000/svg'

type Check = (value: string) => boolean

// Each pattern looks at every character once, because one that backtracks could be made to run forever.
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value)
const length = matches(/^[\d.eE+-]{1,30}(?:px|%)?$/)
const numbers = matches(/^[\d\s.,eE+-]*$/)
const path = matches(/^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/)
const colour = matches(/^(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,30}|rgba?\([\d\s.,%/]{1,60}\))$/)
const word = matches(/^[a-zA-Z-]{1,30}$/)
const name = matches(/^[\w-]{1,80}$/)
const transforms = ['translate', 'scale', 'rotate', 'matrix', 'skewX', 'skewY', 'e', 'E']
const transform: Check = (value) =>
  /^[a-zA-Z\d\s.,+()-]*$/.test(value) &&
  (value.match(/[a-zA-Z]+/g) ?? []).every((one) => transforms.includes(one))

const painted: Record<string, Check> = {
  fill: colour,
  'fill-opacity': length,
  'fill-rule': word,
  opacity: length,
  stroke: colour,
  'stroke-width': length,
  'stroke-opacity': length,
  'stroke-linecap': word,
  'stroke-linejoin': word,
  'shape-rendering': word,
  transform,
  id: name,
  class: name,
}

const box: Record<string, Check> = { x: length, y: length, width: length, height: length }

/** The allowed elements and attributes. None of them can run, load, link or style anything. */
const elements: Record<string, Record<string, Check>> = {
  svg: {
    ...painted,
    ...box,
    xmlns: (value) => value === NAMESPACE,
    version: length,
    viewBox: numbers,
    preserveAspectRatio: matches(/^[a-zA-Z ]{1,30}$/),
  },
  g: painted,
  path: { ...painted, d: path },
  rect: { ...painted, ...box, rx: length, ry: length },
  title: {},
}

const prolog =
  /^(?:<\?xml version="1\.[01]"(?: encoding="[uU][tT][fF]-8")?(?: standalone="(?:yes|no)")?\s*\?>)?/
const token =
  /\s+|<!--(?!-?>)(?:(?!--)[\x20-\x7e\s]){0,500}-->|<\/([a-z]+)\s*>|<([a-z]+)((?:\s+[a-zA-Z:-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>|[^<&]+/y
const attribute = /([a-zA-Z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Refuses any drawing that is more than paths and rectangles, and returns its size. Allowed drawings are stored unchanged, so nothing in them
 * may have an effect in a browser.
 */
export function checkSvg(text: string): { width: number; height: number } {
  const open: string[] = []
  let size: { width: number; height: number } | undefined
  token.lastIndex = prolog.exec(text)![0].length
  while (token.lastIndex < text.length) {
    const found = token.exec(text)
    if (!found) throw notPlain()
    const [whole, closed, opened, attributes, selfClosed] = found
    if (opened !== undefined) {
      const given = readAttributes(opened, attributes ?? '')
      if (!size) size = sizeOf(opened, given)
      else if (open.length === 0) throw notPlain()
      if (!selfClosed) open.push(opened)
    } else if (closed !== undefined) {
      if (open.pop() !== closed) throw notPlain()
    } else if (!/^\s|^<!--/.test(whole) && open.at(-1) !== 'title') throw notPlain()
  }
  if (!size || open.length > 0) throw notPlain()
  refuseManyPixels(size)
  return size
}

function readAttributes(element: string, text: string): Map<string, string> {
  const allowed = elements[element]
  if (!allowed || !Object.hasOwn(elements, element)) throw notPlain()
  const given = new Map<string, string>()
  for (const [, name, inDouble, inSingle] of text.matchAll(attribute)) {
    const value = inDouble ?? inSingle ?? ''
    if (!Object.hasOwn(allowed, name!) || !allowed[name!]!(value) || given.has(name!)) throw notPlain()
    given.set(name!, value)
  }
  return given
}

function sizeOf(element: string, given: Map<string, string>): { width: number; height: number } {
  if (element !== 'svg' || !given.has('xmlns')) throw notPlain()
  const view = given
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const side = (name: 'width' | 'height', index: number) => {
    const own = given.get(name)
    return Math.round(own && !own.endsWith('%') ? Number.parseFloat(own) : (view?.[index] ?? 0))
  }
  const size = { width: side('width', 2), height: side('height', 3) }
  if (!(size.width >= 1 && size.height >= 1)) throw notPlain()
  return size
}

function notPlain() {
  return mismatch('Only drawings made of plain paths and rectangles can be kept.')
}
