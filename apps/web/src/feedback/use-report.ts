import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { TOO_LARGE } from '../form/files/send-files.ts'
import { collectDiagnostics } from './collect-diagnostics.ts'
import { blankDraft, type Draft, dropDraft, isBlank, keepDraft, readDraft } from './draft.ts'
import { myFeedbackKey } from './feedback-queries.ts'
import { dropPicture, keepPicture, readPicture } from './picture-storage.ts'
import { type Problems, problemsOf, refusedBy } from './problems.ts'
import { reportOf, sendDraft } from './send-draft.ts'

/** The state of the report form. The draft is stored until the report has been sent. */
export function useReport() {
  const [draft, setDraft] = useState(startDraft)
  const [problems, setProblems] = useState<Problems>({})
  const pictures = usePictures(draft, setDraft)
  const inFlight = useRef(false)
  const sending = useMutation(
    {
      mutationFn: () =>
        sendDraft(draft, pictures.bytes, (part) => setDraft((before) => ({ ...before, ...part }))),
      onSuccess: () => {
        pictures.deleteAll()
        setDraft({ ...blankDraft, diagnostics: collectDiagnostics() })
        dropDraft()
        return queryClient.invalidateQueries({ queryKey: myFeedbackKey })
      },
    },
    queryClient,
  )

  useEffect(() => keepDraft(draft), [draft])

  /** Returns the first field with a problem, if there is one. */
  async function send(): Promise<keyof Problems | undefined> {
    // The button is disabled too late to stop the second click of a double click.
    if (inFlight.current) return undefined
    inFlight.current = true
    sending.reset()
    const found = problemsOf(reportOf(draft))
    const left = firstOf(found) ? found : await problemsAfter(sending.mutateAsync())
    inFlight.current = false
    setProblems(left)
    return firstOf(left)
  }

  /** An error stays until its field is changed. */
  function change(part: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...part }))
    clearProblems(Object.keys(part))
  }

  function clearProblems(fields: string[]): void {
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    )
  }

  function attach(file: Blob): void {
    if (file.size > UPLOAD_BYTES_MAX) {
      setProblems((before) => ({ ...before, screenshots: TOO_LARGE }))
      return
    }
    clearProblems(['screenshots'])
    pictures.add(file)
  }

  function detach(name: string): void {
    clearProblems(['screenshots'])
    pictures.remove(name)
  }

  return {
    draft,
    pictures: pictures.bytes,
    problems,
    isSending: sending.isPending,
    refusal: sending.error ? refusedBy(sending.error).sentence : undefined,
    sentId: sending.data?.id,
    change,
    attach,
    detach,
    send,
    startAnother: sending.reset,
  }
}

/** The stored draft, or else a blank one with current diagnostics. */
function startDraft(): Draft {
  const kept = readDraft()
  return isBlank(kept) || !kept.diagnostics ? { ...kept, diagnostics: collectDiagnostics() } : kept
}

/** The bytes of the draft's pictures: read from storage at first, and stored as they are attached. */
function usePictures({ pictures }: Draft, setDraft: (change: (draft: Draft) => Draft) => void) {
  const [bytes, setBytes] = useState<ReadonlyMap<string, Blob>>(new Map())
  const names = useRef(pictures.map(({ name }) => name))

  useEffect(() => {
    let isWanted = true
    void Promise.all(names.current.map(async (name) => [name, await readPicture(name)] as const)).then(
      (kept) => {
        if (!isWanted) return
        const found = kept.filter((one): one is [string, Blob] => one[1] !== undefined)
        setBytes((before) => new Map([...found, ...before]))
        const lost = kept.filter(([, blob]) => !blob).map(([name]) => name)
        // A picture that is already uploaded stays attached.
        setDraft((draft) => ({
          ...draft,
          pictures: draft.pictures.filter(({ name, uploadId }) => uploadId || !lost.includes(name)),
        }))
      },
    )
    return () => {
      isWanted = false
    }
  }, [setDraft])

  return {
    bytes,
    add: (file: Blob) => {
      const name = crypto.randomUUID()
      void keepPicture(name, file)
      setBytes((before) => new Map(before).set(name, file))
      setDraft((draft) => ({ ...draft, pictures: [...draft.pictures, { name }] }))
    },
    remove: (name: string) => {
      void dropPicture(name)
      setDraft((draft) => ({ ...draft, pictures: draft.pictures.filter((one) => one.name !== name) }))
    },
    deleteAll: () => {
      for (const { name } of pictures) void dropPicture(name)
    },
  }
}

async function problemsAfter(sent: Promise<unknown>): Promise<Problems> {
  try {
    await sent
    return {}
  } catch (error) {
    // The mutation keeps the error for the form; here, only the fields that it names matter.
    return refusedBy(error).problems
  }
}

function firstOf(problems: Problems): keyof Problems | undefined {
  return Object.keys(problems)[0] as keyof Problems | undefined
}
