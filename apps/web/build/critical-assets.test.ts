import { expect, test } from 'vitest'
import { stylesFor } from './critical-assets.ts'

const CODE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in code.
  'jsx("main",{className:`p-4 ${wide?"sm:px-2.5":"label"}`,children:jsx("p",{className:"animate-breathe"})})'

test.for([
  ['.p-4{padding:1rem}', 'for a class that the code names'],
  ['.sm\\:px-2\\.5{padding:1px}', 'for a class whose name is escaped in CSS'],
  ['main p.label{color:red}', 'for elements and a class that the code names'],
  ['html{color:red}', 'for the page itself'],
  ['html[data-known] .label{color:red}', 'for the page in a state'],
  ['main:not(:disabled){cursor:pointer}', 'with :not(:disabled)'],
  ['*,:before{margin:0}', 'for every element'],
  ['.animate-breathe{animation:breathe 1s}@keyframes breathe{to{opacity:0}}', 'with an animation'],
  ['@media (width>=40rem){.p-4{padding:2rem}}', 'in a media query'],
] as const)('%s is kept: a rule %s', ([css]) => {
  expect(stylesFor(CODE, `@layer base{${css}}`)).toBe(`@layer base;@layer base{${css}}`)
})

test.for([
  ['.p-5{padding:1rem}', 'for a class that the code doesn’t name'],
  ['.p-4 .p-5{padding:1rem}', 'for such a class inside a named one'],
  ['table{color:red}', 'for an element that the code doesn’t name'],
  ['.p-4:hover{color:red}', 'for :hover'],
  ['p::placeholder{color:red}', 'for a pseudo-element'],
  ['@media (width>=40rem){.p-5{padding:2rem}}', 'in a media query that becomes empty'],
  ['@keyframes turn{to{rotate:1turn}}', 'for an animation that nothing uses'],
  ['main{--unused:1}', 'that sets a property that nothing uses'],
  ['@property --tw-blur{syntax:"*";inherits:false}', 'that registers a property that nothing uses'],
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
