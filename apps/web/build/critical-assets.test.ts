import { expect, test } from 'vitest'
import { stylesFor } from './critical-assets.ts'

const CODE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in code.
  'jsx("main",{className:`p-4 ${wide?"sm:px-2.5":"label"}`,children:jsx("p",{className:"animate-breathe"})})'

test.for([
  ['.p-4{padding:1rem}', 'of a class that the code names'],
  ['.sm\\:px-2\\.5{padding:1px}', 'of one whose name is written otherwise in styles'],
  ['main p.label{color:red}', 'of elements and a class that it names'],
  ['html{color:red}', 'of the page itself'],
  ['html[data-known] .label{color:red}', 'of the page in a state'],
  ['main:not(:disabled){cursor:pointer}', 'of what can be used'],
  ['*,:before{margin:0}', 'of everything'],
  ['.animate-breathe{animation:breathe 1s}@keyframes breathe{to{opacity:0}}', 'with a movement'],
  ['@media (width>=40rem){.p-4{padding:2rem}}', 'for some windows'],
] as const)('%s is kept: a rule %s', ([css]) => {
  expect(stylesFor(CODE, `@layer base{${css}}`)).toBe(`@layer base;@layer base{${css}}`)
})

test.for([
  ['.p-5{padding:1rem}', 'of a class that it does not name'],
  ['.p-4 .p-5{padding:1rem}', 'of a class within another that it does not name'],
  ['table{color:red}', 'of an element that it does not name'],
  ['.p-4:hover{color:red}', 'for a pointer'],
  ['p::placeholder{color:red}', 'of a part of a control'],
  ['@media (width>=40rem){.p-5{padding:2rem}}', 'in a block of which nothing is left'],
  ['@keyframes turn{to{rotate:1turn}}', 'of a movement that nothing uses'],
  ['main{--unused:1}', 'that sets what nothing uses'],
  ['@property --tw-blur{syntax:"*";inherits:false}', 'about what nothing uses'],
] as const)('%s is left out: a rule %s', ([css]) => {
  expect(stylesFor(CODE, `@layer base{${css}}`).replace(/main{}/, '')).toMatch(
    /^@layer base;(@layer base{})?$/,
  )
})

test('layers stay in order, even those of which nothing is left', () => {
  const css = '@layer properties{*{--x:1}}@layer theme{.p-5{top:0}}@layer utilities{.p-4{padding:1rem}}'
  expect(stylesFor(CODE, css)).toBe('@layer properties,theme,utilities;@layer utilities{.p-4{padding:1rem}}')
})

test('of a list of selectors only the needed ones are kept', () => {
  expect(stylesFor(CODE, 'table,p,.p-5{margin:0}')).toContain('p{margin:0}')
  expect(stylesFor(CODE, 'table,p,.p-5{margin:0}')).not.toMatch(/table|p-5/)
})
