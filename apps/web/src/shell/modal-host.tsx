import { Modal } from '../ui/modal.tsx'
import { useStore } from '../use-store.ts'
import { closeModal, modals } from './modals.ts'

export function ModalHost() {
  const modal = useStore(modals)
  if (!modal) return null
  return (
    <Modal title={modal.title} onClose={closeModal}>
      {modal.body}
    </Modal>
  )
}
