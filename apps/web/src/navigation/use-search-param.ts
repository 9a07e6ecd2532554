import { type Search, useNavigation, usePageLocation } from './navigation.ts'

interface AddressPart {
  value: string | undefined
  open: (value: string) => void
  close: () => void
}

/** A part of the address's query that shows something: opening it is a step which Back undoes, so closing goes back. */
export function useAddressPart(name: string, also: readonly string[] = []): AddressPart {
  const navigation = useNavigation()
  const { search } = usePageLocation()

  return {
    value: search[name] || undefined,
    open: (value) =>
      navigation.go({ to: '.', search: (search) => ({ ...search, [name]: value }), openedHere: true }),
    close: () => {
      // Whoever came by a link has no earlier step of ours to go back to.
      if (navigation.get().openedHere) return navigation.back()
      navigation.go({ to: '.', search: (search) => without(search, [name, ...also]), replace: true })
    },
  }
}

function without(search: Search, names: readonly string[]): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
}
