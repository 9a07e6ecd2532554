import { sendBugReport } from '@infra/protocol/feedback'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { blankDraft, type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import { type Problems, problemsOf, refusedBy } from './problems.ts'

/** One report from the first word to the thank-you: its draft is kept until it has been sent. */
export function useReport() {
  const [draft, setDraft] = useState(readDraft)
  const [problems, setProblems] = useState<Problems>({})
  const inFlight = useRef(false)
  const sending = useMutation(
    {
      mutationFn: (body: Draft) => call(sendBugReport, { body }),
      onSuccess: () => {
        setDraft(blankDraft)
        dropDraft()
      },
    },
    queryClient,
  )

  useEffect(() => keepDraft(draft), [draft])

  /** Returns the first field that has a problem, if one has. */
  async function send(): Promise<keyof Draft | undefined> {
    // That a report is on its way is rendered too late to stop the second half of a double click.
    if (inFlight.current) return undefined
    inFlight.current = true
    sending.reset()
    const found = problemsOf(draft)
    const left = firstOf(found) ? found : await problemsAfter(sending.mutateAsync(draft))
    inFlight.current = false
    setProblems(left)
    return firstOf(left)
  }

  /** A problem stays until its field is touched. */
  function change(part: Partial<Draft>): void {
    setDraft({ ...draft, ...part })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part))))
  }

  return {
    draft,
    problems,
    isSending: sending.isPending,
    refusal: sending.error ? refusedBy(sending.error).sentence : undefined,
    sentId: sending.data?.id,
    change,
    send,
    startAnother: sending.reset,
  }
}

async function problemsAfter(sent: Promise<unknown>): Promise<Problems> {
  try {
    await sent
    return {}
  } catch (error) {
    // The mutation keeps the error for the form; what is asked here is only which fields it named.
    return refusedBy(error).problems
  }
}

function firstOf(problems: Problems): keyof Draft | undefined {
  return Object.keys(problems)[0] as keyof Draft | undefined
}
