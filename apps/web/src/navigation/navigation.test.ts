// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { addressOf, createNavigation, leadsTo, staticNavigation } from './navigation.ts'

const prepare = vi.fn<(path: string) => Promise<unknown> | undefined>()
history.replaceState(null, '', '/feed/?app=echo')
const navigation = createNavigation(prepare)

beforeEach(() => {
  prepare.mockReset()
  navigation.go({ to: '/feed', search: { app: 'echo' }, replace: true })
})

const from = staticNavigation('/feed?app=echo').get()

test.for([
  [{ to: '/apps' }, '/apps'],
  [{ to: '.' }, '/feed'],
  [{ to: '.', search: { job: '1' } }, '/feed?job=1'],
  [{ to: '.', search: (search: object) => ({ ...search, job: '1' }) }, '/feed?app=echo&job=1'],
  [{ to: '/chat', search: { thread: undefined } }, '/chat'],
  [{ to: '/apps', search: { app: 'a&b=ü' } }, '/apps?app=a%26b%3D%C3%BC'],
  [{ to: '/devlog', hash: 'ü' }, '/devlog#%C3%BC'],
] as const)('%o leads to the address %s', ([target, address]) => {
  expect(addressOf(target, from)).toBe(address)
})

test.for([
  ['/feed', true],
  ['/feed?app=echo', true],
  ['/feed?app=other', false],
  ['/', false],
] as const)('%s leads to the current location: %s', ([address, here]) => {
  expect(leadsTo(address, from)).toBe(here)
})

test('trailing slashes of a path are removed', () => {
  expect(location.pathname + location.search).toBe('/feed?app=echo')
  expect(staticNavigation('/feed//').get().path).toBe('/feed')
  expect(staticNavigation('/').get().path).toBe('/')
})

test('a change of the query is reported at once, even if it was made through the history', () => {
  const listener = vi.fn()
  const end = navigation.subscribe(listener)
  history.pushState(null, '', '/feed?app=other')
  expect(navigation.get().search).toEqual({ app: 'other' })
  expect(listener).toHaveBeenCalledTimes(1)
  expect(prepare).not.toHaveBeenCalled()
  end()
})

test('another screen is shown once its code is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  prepare.mockReturnValue(promise)
  navigation.go({ to: '/nodes' })
  expect(location.pathname).toBe('/nodes')
  expect(navigation.get().path).toBe('/feed')
  resolve()
  await vi.waitFor(() => expect(navigation.get().path).toBe('/nodes'))
})

test('code that loads slowly, or never, doesn’t block the navigation', async () => {
  prepare.mockReturnValueOnce(new Promise(() => {}))
  navigation.go({ to: '/nodes' })
  await vi.waitFor(() => expect(navigation.get().path).toBe('/nodes'))
  prepare.mockReturnValueOnce(Promise.reject(new Error('away')))
  navigation.go({ to: '/apps' })
  await vi.waitFor(() => expect(navigation.get().path).toBe('/apps'))
})

test('a user who has moved on is not taken back when the code arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  prepare.mockReturnValueOnce(promise)
  navigation.go({ to: '/nodes' })
  navigation.go({ to: '/apps' })
  expect(navigation.get().path).toBe('/apps')
  resolve()
  await promise
  expect(navigation.get().path).toBe('/apps')
})

test('openedHere is true until something else is opened', () => {
  navigation.go({ to: '.', search: { job: '1' }, openedHere: true })
  expect(navigation.get().openedHere).toBe(true)
  navigation.go({ to: '.', search: { job: '2' } })
  expect(navigation.get().openedHere).toBe(false)
})
