import type { FeedbackState } from '@infra/protocol/feedback'
import {
  type AvatarJudgement,
  answerFeedback,
  type CheckJudgement,
  getAvatars,
  getReviewCounts,
  judgeAvatar,
  judgeCheck,
  judgeJob,
  listActs,
  listDisputedChecks,
  listFeedback,
  listReportedJobs,
  type ReviewStage,
} from '@infra/protocol/moderation'
import {
  decideSanction,
  listSanctions,
  type SanctionAct,
  type SanctionDecision,
  type SanctionStage,
  sanctionNode,
  sanctionOperator,
} from '@infra/protocol/sanctions'
import type { Address } from '@infra/protocol/values/address'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keepAnswer } from '../api/keep-answer.ts'
import { queryClient } from '../api/query-client.ts'

/** The first key of all queries here: each decision invalidates all of them. */
const KEY = 'moderation'

/** `PagedList` shows all of them and reports one that didn't load. */
const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next?: string }) => next,
  meta: { ownMessage: true },
}

export const reviewCountsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: ({ signal }) => call(getReviewCounts, {}, { signal }),
})

export const reportedJobsQuery = (stage: ReviewStage) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'jobs', stage],
    queryFn: ({ pageParam, signal }) =>
      call(listReportedJobs, { query: { stage, before: pageParam } }, { signal }),
    ...paging,
  })

export const feedbackQuery = (state: FeedbackState) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'feedback', state],
    queryFn: ({ pageParam, signal }) =>
      call(listFeedback, { query: { state, before: pageParam } }, { signal }),
    ...paging,
  })

export const sanctionsQuery = (stage: SanctionStage) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'sanctions', stage],
    queryFn: ({ pageParam, signal }) =>
      call(listSanctions, { query: { stage, before: pageParam } }, { signal }),
    ...paging,
  })

export const disputedChecksQuery = infiniteQueryOptions({
  queryKey: [KEY, 'checks'],
  queryFn: ({ pageParam, signal }) => call(listDisputedChecks, { query: { before: pageParam } }, { signal }),
  ...paging,
})

export const judgingCheck = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; act: CheckJudgement; why: string }) =>
    call(judgeCheck, { params: { id }, body }),
  // Also after a refusal: another moderator may have decided meanwhile.
  onSettled: () => refreshNodes(),
})

export const actsQuery = infiniteQueryOptions({
  queryKey: [KEY, 'acts'],
  queryFn: ({ pageParam, signal }) => call(listActs, { query: { before: pageParam } }, { signal }),
  ...paging,
})

export const avatarsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, 'avatars', userId],
    queryFn: ({ signal }) => call(getAvatars, { params: { id: userId as Address } }, { signal }),
    meta: { ownMessage: true },
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] })

export const judging = mutationOptions({
  mutationFn: (judgement: Parameters<typeof call<typeof judgeJob>>[1]) => call(judgeJob, judgement!),
  // Also after a refusal: another moderator may have decided meanwhile, and the list shows it.
  onSettled: refresh,
})

/** Addresses. An operator is sanctioned with all of their nodes. */
export type SanctionSubject = { node: string } | { operator: string }

export const imposing = (subject: SanctionSubject) =>
  mutationOptions({
    mutationFn: (body: { act: SanctionAct; why: string }) =>
      'node' in subject
        ? call(sanctionNode, { params: { id: subject.node as Address }, body })
        : call(sanctionOperator, { params: { id: subject.operator as Address }, body }),
    onSettled: refreshNodes,
  })

export const decidingSanction = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; act: SanctionDecision; why: string }) =>
    call(decideSanction, { params: { id }, body }),
  onSettled: refreshNodes,
})

async function refreshNodes(): Promise<void> {
  await Promise.all([
    refresh(),
    ...['nodes', 'node'].map((list) => queryClient.invalidateQueries({ queryKey: [list] })),
  ])
}

export const answering = mutationOptions({
  mutationFn: (answer: Parameters<typeof call<typeof answerFeedback>>[1]) => call(answerFeedback, answer!),
  onSettled: refresh,
})

export const judgingAvatar = (userId: string) =>
  mutationOptions({
    mutationFn: (body: { act: AvatarJudgement; sha256: string; why: string }) =>
      call(judgeAvatar, { params: { id: userId as Address }, body }),
    onSuccess: (avatars) => keepAnswer(avatarsQuery(userId).queryKey, avatars),
    // Also after a refusal: the person may have chosen another picture.
    onSettled: () => {
      refresh()
      queryClient.invalidateQueries({ queryKey: ['user', userId] })
    },
  })
