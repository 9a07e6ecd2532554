// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from './link.tsx'
import { NavigationProvider, staticNavigation } from './navigation.ts'

afterEach(cleanup)

function show() {
  const navigation = { ...staticNavigation('/feed?app=echo'), go: vi.fn(), prepare: vi.fn() }
  render(
    <NavigationProvider value={navigation}>
      <Link to="/nodes">Nodes</Link>
      <Link to="/feed">Feed</Link>
    </NavigationProvider>,
  )
  return { navigation, link: screen.getByRole('link', { name: 'Nodes' }) }
}

test('a click navigates without reloading the page', () => {
  const { navigation, link } = show()
  const click = createEvent.click(link)
  fireEvent(link, click)
  expect(click.defaultPrevented).toBe(true)
  expect(navigation.go).toHaveBeenCalledWith(expect.objectContaining({ to: '/nodes' }))
})

test.for([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o is left to the browser',
  (how) => {
    const { navigation, link } = show()
    const click = createEvent.click(link, how)
    fireEvent(link, click)
    expect(click.defaultPrevented).toBe(false)
    expect(navigation.go).not.toHaveBeenCalled()
    expect(link.getAttribute('href')).toBe('/nodes')
  },
)

test('the target is prepared on focus and on hover', () => {
  const { navigation, link } = show()
  fireEvent.focus(link)
  fireEvent.pointerEnter(link)
  expect(navigation.prepare.mock.calls).toEqual([['/nodes'], ['/nodes']])
})

test('the link to the current page is marked as current', () => {
  show()
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Feed')
})
