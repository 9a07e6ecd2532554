import { lazy, Suspense } from 'react'
import { useStore } from '../store/use-store.ts'
import { closeModal, modals } from './modals.ts'

// Not loaded before something is asked, so it isn't part of the first load.
const Modal = lazy(async () => ({ default: (await import('../ui/modal.tsx')).Modal }))

export function ModalHost() {
  const modal = useStore(modals)
  if (!modal) return null
  return (
    <Suspense>
      <Modal title={modal.title} onClose={closeModal}>
        {modal.body}
      </Modal>
    </Suspense>
  )
}
