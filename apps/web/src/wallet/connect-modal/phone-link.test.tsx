// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { afterEach, expect, test, vi } from 'vitest'
import { PhoneLink } from './phone-link.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const link =
  'wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c'

test('the QR code has a dark square for each dark module of the link, and no others', () => {
  render(<PhoneLink link={link} />)
  const drawn = screen.getByRole('img').querySelector('path')?.getAttribute('d')?.split('M').length ?? 0
  const dark = encode(link, { ecc: 'L', border: 3 }).data.flat().filter(Boolean).length
  expect(drawn - 1).toBe(dark)
})

test('the link can be copied, and opened on the same device', async () => {
  const writeText = vi.fn(async (_text: string) => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<PhoneLink link={link} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy link' })))
  expect(writeText).toHaveBeenCalledWith(link)
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe(link)
})

test('without access to the clipboard, the link is shown so that it can be copied by hand', async () => {
  vi.stubGlobal('navigator', {})
  render(<PhoneLink link={link} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy link' })))
  expect(screen.getByText(link)).toBeTruthy()
})
