import type { MyNode } from '@infra/protocol/nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { removing, updating } from '../node-queries.ts'
import { refusalSentence } from '../refusal-sentence.ts'
import { updatingMany } from './my-node-queries.ts'
import { readTags, tagsOf } from './tag-rules.ts'

interface DialogProps {
  node: Pick<MyNode, 'id' | 'name'>
  onClose: () => void
}

export function RenameDialog({ node, onClose }: DialogProps) {
  const [name, setName] = useState(node.name)
  const renaming = useMutation(updating, queryClient)
  return (
    <DialogForm
      title="Rename this node"
      action="Rename"
      sending={renaming}
      onSubmit={() => renaming.mutate({ id: node.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label="Name" value={name} isInvalid={renaming.isError} onChange={setName} />
    </DialogForm>
  )
}

interface TagsDialogProps {
  nodes: readonly Pick<MyNode, 'id' | 'tags'>[]
  onClose: () => void
}

/** Adds tags to all of the nodes, and takes others off all of them. */
export function TagsDialog({ nodes, onClose }: TagsDialogProps) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const changing = useMutation(updatingMany, queryClient)
  const tags = tagsOf(nodes)
  const isOne = nodes.length === 1

  function submit() {
    const body = { ids: nodes.map(({ id }) => id), addTags: readTags(typed), removeTags: [...removed] }
    changing.mutate(body, { onSuccess: onClose })
  }

  function keep(tag: string, isKept: boolean) {
    const rest = removed.difference(new Set([tag]))
    setRemoved(isKept ? rest : rest.union(new Set([tag])))
  }

  return (
    <DialogForm
      title={isOne ? 'Tags' : `Tags of ${formatCount(nodes.length, 'node')}`}
      action="Save"
      sending={changing}
      onSubmit={submit}
      onClose={onClose}
    >
      {tags.length > 0 && (
        <fieldset className="flex flex-col">
          <legend className="pb-1 font-mono text-sm">{isOne ? 'It has' : 'They have'}</legend>
          {tags.map(({ tag, count }) => (
            <label key={tag} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-hot"
                checked={!removed.has(tag)}
                onChange={(event) => keep(tag, event.target.checked)}
              />
              <bdi className="min-w-0 break-words">{tag}</bdi>
              {!isOne && (
                <span className="label text-muted tabular-nums">
                  {count} of {nodes.length}
                </span>
              )}
            </label>
          ))}
        </fieldset>
      )}
      <Field
        label="Add tags"
        hint="Separate them with commas: basement, gpu. Only you can see them."
        value={typed}
        isInvalid={changing.isError}
        onChange={setTyped}
      />
    </DialogForm>
  )
}

export function RemoveDialog({ node, onClose, onRemoved }: DialogProps & { onRemoved: () => void }) {
  const taking = useMutation(removing, queryClient)
  return (
    <Modal title={`Remove ${node.name}?`} onClose={onClose}>
      <p className="text-muted">
        Its running jobs move to other nodes, and its key stops working. You keep what it earned. To bring it
        back, link it again.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {taking.error && refusalSentence(taking.error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          disabled={taking.isPending}
          onClick={() => taking.mutate(node.id, { onSuccess: onRemoved })}
        >
          Remove
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Modal>
  )
}

interface DialogFormProps {
  title: string
  action: string
  sending: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

function DialogForm({ title, action, sending, onSubmit, onClose, children }: DialogFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!sending.isPending) onSubmit()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {children}
        <p role="alert" className="text-danger empty:hidden">
          {sending.error && refusalSentence(sending.error)}
        </p>
        <Button type="submit" variant="primary" disabled={sending.isPending} className="self-start">
          {action}
        </Button>
      </form>
    </Modal>
  )
}

interface FieldProps {
  label: string
  hint?: string
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

function Field({ label, hint, value, isInvalid, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2.5">
      <label htmlFor={id} className="font-mono text-sm">
        {label}
      </label>
      <input
        id={id}
        value={value}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={hint && `${id}-hint`}
        className="min-h-12 border border-edge bg-ground px-4 text-lg aria-invalid:border-danger"
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
