import { createStore, type Store } from '../../store.ts'

/** A request that the user has to approve. */
export interface Question {
  kind: 'connect' | 'sign' | 'send'
  title: string
  /** Its purpose, in a sentence. */
  lead: string
  /** Exactly what is signed or sent. */
  content?: string
}

export interface OpenQuestion extends Question {
  id: number
  answer(isApproved: boolean): void
}

export interface Approvals {
  /** Oldest first. */
  open: Pick<Store<readonly OpenQuestion[]>, 'get' | 'subscribe'>
  ask(question: Question): Promise<boolean>
}

export function createApprovals(): Approvals {
  const open = createStore<readonly OpenQuestion[]>([])
  let asked = 0

  function ask(question: Question): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const id = ++asked
    const answer = (isApproved: boolean) => {
      open.set(open.get().filter((other) => other.id !== id))
      resolve(isApproved)
    }
    open.set([...open.get(), { ...question, id, answer }])
    return promise
  }

  return { open, ask }
}
