// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Footer } from './footer.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[R-PRO-2] the footer has the copyright line with the year that it is', () => {
  for (const year of [2026, 2031]) {
    vi.useFakeTimers({ now: new Date(year, 6, 1), toFake: ['Date'] })
    render(<Footer />)
    expect(screen.getByText(/©/).textContent).toBe(`© ${year} Infra`)
    cleanup()
  }
})

test('[R-PRO-1] the footer names Ethereum mainnet where nothing else is configured', () => {
  render(<Footer />)
  expect(screen.getByText('Ethereum mainnet')).toBeTruthy()
})
