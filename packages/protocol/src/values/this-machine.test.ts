import { expect, test } from 'vitest'
import { isThisMachine } from './this-machine.ts'

test.for([
  ['http://localhost:8080', true],
  ['http://LOCALHOST', true],
  ['http://infra.localhost', true],
  ['http://127.0.0.1:8080', true],
  ['http://127.8.9.10', true],
  ['http://2130706433', true],
  ['http://[::1]:8080', true],
  ['https://infra.example', false],
  ['http://localhost.infra.example', false],
  ['http://127.0.0.1.infra.example', false],
  ['http://notlocalhost', false],
  ['http://192.168.1.20:8080', false],
  ['http://0.0.0.0:8080', false],
  ['http://[2001:db8::1]', false],
] as const)('%s can only mean this machine: %s', ([url, expected]) => {
  expect(isThisMachine(new URL(url))).toBe(expected)
})
