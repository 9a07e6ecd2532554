import type { CatalogueApp } from '@infra/protocol/apps'
import { tokens } from '../api/tokens.ts'
import { createAppForm } from '../form/create-app-form.ts'
import { drawMask } from '../form/drawing/draw-mask.ts'
import { measureFile } from '../form/files/measure-file.ts'
import { sendFile } from './send-file.ts'
import type { FormStart } from './start-form.ts'

/** The form of an app in the browser. */
export function formFor(app: CatalogueApp, start: FormStart) {
  const form = createAppForm({
    app,
    start,
    maySend: () => tokens.get() !== undefined,
    send: sendFile,
    measure: measureFile,
    drawMask,
    preview: URL.createObjectURL.bind(URL),
  })
  form.refuse(Object.fromEntries(start.gone.map((name) => [name, 'has expired: choose it again'])))
  return form
}
