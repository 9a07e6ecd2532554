import type { CatalogueApp } from '@infra/protocol/apps'
import type { OrderOffer } from '@infra/protocol/chat'
import { isServed } from '../catalogue/app-facts.ts'

/** The orders that a text which is too long for a message could become: for each app, it fills the first long text field. */
export function offersFor(text: string, apps: readonly CatalogueApp[]): (OrderOffer & { name: string })[] {
  return apps.filter(isServed).flatMap(({ id, name, fields }) => {
    const field = fields.find(({ kind }) => kind === 'longtext')
    if (field?.kind !== 'longtext' || [...text].length > field.maxLength) return []
    return [{ kind: 'order' as const, appId: id, input: { [field.name]: text }, name }]
  })
}
