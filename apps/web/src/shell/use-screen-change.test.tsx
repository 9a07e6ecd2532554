// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { screens } from '../navigation/screens.ts'
import { useScreenChange } from './use-screen-change.ts'

const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
afterEach(() => {
  cleanup()
  scrolled.mockClear()
})

const [home, feed] = screens

test('[R-NAV-8] the page scrolls to the top when the screen changes, and not when it is rendered again', () => {
  const { rerender } = renderHook(({ screen }) => useScreenChange(screen), { initialProps: { screen: home } })
  expect(scrolled).not.toHaveBeenCalled()
  rerender({ screen: feed })
  expect(scrolled.mock.calls).toEqual([[0, 0]])
  // As for another query of the same screen.
  rerender({ screen: { ...feed! } })
  expect(scrolled).toHaveBeenCalledTimes(1)
  rerender({ screen: home })
  expect(scrolled).toHaveBeenCalledTimes(2)
})
