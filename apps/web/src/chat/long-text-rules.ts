import type { CatalogueApp } from '@infra/protocol/apps'
import type { OrderOffer } from '@infra/protocol/chat'
import { isServed } from '../catalogue/app-facts.ts'

/** What a text that is too long for a message could be ordered as, app by app: it is what the app's first long text field takes. */
export function offersFor(text: string, apps: readonly CatalogueApp[]): (OrderOffer & { name: string })[] {
  return apps.filter(isServed).flatMap(({ id, name, fields }) => {
    const field = fields.find(({ kind }) => kind === 'longtext')
    if (field?.kind !== 'longtext' || [...text].length > field.maxLength) return []
    return [{ kind: 'order' as const, appId: id, input: { [field.name]: text }, name }]
  })
}
