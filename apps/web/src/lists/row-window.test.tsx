// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PagedList } from './paged-list.tsx'
import { RowWindow } from './row-window.tsx'

type See = (isIntersecting: boolean) => void
/** What the browser would report about each element. */
let seen = new Map<Element, See>()

vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #callback: IntersectionObserverCallback
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback
    }
    observe(target: Element) {
      const boundingClientRect = { height: 2_000 }
      seen.set(target, (isIntersecting) =>
        this.#callback([{ isIntersecting, boundingClientRect } as IntersectionObserverEntry], this as never),
      )
    }
    disconnect() {}
  },
)

afterEach(() => {
  cleanup()
  seen = new Map()
})

const items = Array.from({ length: 10_000 }, (_, place) => `job ${place}`)
const lists = () => screen.getAllByRole('list')
const see = (list: Element, isIntersecting: boolean) => act(() => seen.get(list)!(isIntersecting))

function show() {
  render(
    <RowWindow items={items} keyOf={(item) => item}>
      {(item) => <a href={`#${item}`}>{item}</a>}
    </RowWindow>,
  )
}

test('[finding X20] of ten thousand rows only those near the viewport are rendered', () => {
  show()
  expect(document.querySelectorAll('*').length).toBeLessThan(700)
  const last = lists().at(-1)!
  see(last, true)
  expect(screen.getByText('job 9999')).toBeTruthy()
  see(lists()[0]!, false)
  see(lists()[1]!, false)
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  expect(screen.queryByText('job 0')).toBeNull()
})

test('[finding X20] a paged list is rendered the same way', () => {
  const list = { data: { pages: [{ items }], pageParams: [] } } as never
  render(
    <PagedList list={list} keyOf={(item: string) => item} nothing="" older="Older">
      {(item) => item}
    </PagedList>,
  )
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100)
})

test('rows that aren’t rendered keep their height, and come back', () => {
  show()
  const [first] = lists()
  see(first!, false)
  expect(first!.style.height).toBe('2000px')
  see(first!, true)
  expect(first!.style.height).toBe('')
  expect(screen.getByText('job 0')).toBeTruthy()
})

test('a row with the focus stays rendered', () => {
  show()
  const [first] = lists()
  screen.getByText('job 3').focus()
  see(first!, false)
  expect(document.activeElement?.textContent).toBe('job 3')
})
