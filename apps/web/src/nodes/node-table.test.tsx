// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { NavigationProvider, staticNavigation } from '../navigation/navigation.ts'
import { NodeTable } from './node-table.tsx'
import { quietNode } from './test/quiet-node.ts'

const answers = vi.fn<typeof fetch>()
// The client captures `fetch` when it's created, so give it one that calls the current one.
vi.hoisted(() => {
  globalThis.fetch = (...request) => (globalThis as unknown as { answer: typeof fetch }).answer(...request)
})

beforeEach(() => void Object.assign(globalThis, { answer: answers }))
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
})

/** As the API answers where one node is online. */
async function answer(request: Parameters<typeof fetch>[0]): Promise<Response> {
  const { searchParams } = new URL(
    String(request instanceof Request ? request.url : request),
    'http://infra.test',
  )
  const isFound = !searchParams.has('search') && searchParams.get('state') !== 'offline'
  return Response.json({ items: isFound ? [quietNode] : [] })
}

test('where nothing is found, it says for what, without an empty table, and shows all nodes again', async () => {
  answers.mockImplementation(answer)
  render(
    <NavigationProvider value={staticNavigation('/nodes')}>
      <NodeTable counts={{ online: 1, busy: 0, maintenance: 0, offline: 0 }} />
    </NavigationProvider>,
  )
  await screen.findByRole('row', { name: /^Attic/ })

  fireEvent.click(screen.getByRole('radio', { name: /^Offline/ }))
  await screen.findByText('No node is in this state right now.')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search nodes' })
  fireEvent.change(field, { target: { value: 'Cellar' } })
  await screen.findByText('No node in this state matches “Cellar”.')
  expect(screen.queryByRole('table')).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Show all nodes' }))
  await screen.findByRole('row', { name: /^Attic/ })
  expect([field.value, document.activeElement]).toEqual(['', field])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^All/ }).checked).toBe(true)
  fireEvent.change(field, { target: { value: 'Cellar' } })
  await screen.findByText('No node matches “Cellar”.')
})
