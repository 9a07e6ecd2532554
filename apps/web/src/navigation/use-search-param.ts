import { type Search, useNavigation, usePageLocation } from './navigation.ts'

interface SearchParam {
  value: string | undefined
  open: (value: string) => void
  close: () => void
}

/** A search parameter that opens something, such as `?job=…`. Opening adds a history entry, so closing goes back. */
export function useSearchParam(name: string, also: readonly string[] = []): SearchParam {
  const navigation = useNavigation()
  const { search } = usePageLocation()

  return {
    value: search[name] || undefined,
    open: (value) =>
      navigation.go({ to: '.', search: (search) => ({ ...search, [name]: value }), openedHere: true }),
    close: () => {
      // If the address was opened directly, there is no entry of ours to go back to.
      if (navigation.get().openedHere) return navigation.back()
      navigation.go({ to: '.', search: (search) => without(search, [name, ...also]), replace: true })
    },
  }
}

function without(search: Search, names: readonly string[]): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
}
