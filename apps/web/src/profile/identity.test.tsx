// @vitest-environment happy-dom
import type { Me } from '@infra/protocol/users'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Identity } from './identity.tsx'

const sent: unknown[] = []
// The client captures `fetch` when it's created.
vi.hoisted(() => {
  globalThis.fetch = (_, options) =>
    (globalThis as unknown as { answer: (body: string) => Promise<Response> }).answer(String(options?.body))
})
Object.assign(globalThis, {
  answer: async (body: string) => {
    sent.push(JSON.parse(body))
    return new Response('', { status: 503 })
  },
})
afterEach(() => {
  cleanup()
  sent.length = 0
})

const me = {
  id: '0x52908400098527886E0F7030069857D2E4169EE7',
  shortAddress: '0x529...9EE7',
  name: 'Fern',
  bio: 'Before.',
  avatarUrl: null,
  avatarHidden: null,
  counts: { jobsFinished: 0, favoritesReceived: 0, nodes: 0 },
} as unknown as Me

test.for([
  ['Bio', 'After.', { bio: 'After.' }],
  ['Name', 'Moss', { name: 'Moss' }],
] as const)('[finding B11] saving a changed %s sends nothing else', async ([label, value, body]) => {
  render(<Identity me={me} />)
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toEqual([body]))
})

test('[finding B11] what another tab saved in the meantime is not sent as a change', async () => {
  const { rerender } = render(<Identity me={me} />)
  rerender(<Identity me={{ ...me, bio: 'From another tab.' }} />)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Moss' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toEqual([{ name: 'Moss' }]))
})

test('[finding S12] a user whose picture was taken down sees the reason, and can drop the picture', async () => {
  render(<Identity me={{ ...me, avatarHidden: { why: 'It shows someone else.' } }} />)
  expect(screen.getByText(/^A moderator has taken your picture down/).textContent).toContain(
    'The reason: It shows someone else.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Use the generated one' }))
  await vi.waitFor(() => expect(sent).toEqual([{ avatar: null }]))
})
