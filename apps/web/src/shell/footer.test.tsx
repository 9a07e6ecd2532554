// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NavigationProvider, staticNavigation } from '../navigation/navigation.ts'
import { Footer } from './footer.tsx'

function show(): void {
  render(
    <NavigationProvider value={staticNavigation('/')}>
      <Footer />
    </NavigationProvider>,
  )
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[R-PRO-2] the footer has the copyright line with the current year', () => {
  for (const year of [2026, 2031]) {
    vi.useFakeTimers({ now: new Date(year, 6, 1), toFake: ['Date'] })
    show()
    expect(screen.getByText(/©/).textContent).toBe(`© ${year} Infra`)
    cleanup()
  }
})

test('[R-PRO-1] the footer names Ethereum mainnet if nothing else is configured', () => {
  show()
  expect(screen.getByText('Ethereum mainnet')).toBeTruthy()
})

test('the footer links to how results are checked', () => {
  show()
  const link = screen.getByRole('link', { name: 'How results are checked' })
  expect(link.getAttribute('href')).toBe('/nodes?about=trust')
})
