import {
  type AlertMail,
  confirmAlertMail,
  deleteAlertMail,
  getAlertMail,
  setAlertMail,
} from '@infra/protocol/alerts/alert-mail'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { queryClient } from '../../api/query-client.ts'

/** Keyed by address, so that nothing of one account is shown to the next. */
export const mailQuery = (address: string) =>
  queryOptions({
    queryKey: ['alert mail', address],
    queryFn: ({ signal }) => call(getAlertMail, {}, { signal }),
    retry: 1,
  })

const keep = (address: string) => (mail: AlertMail) => keepAnswer(mailQuery(address).queryKey, mail)

export const settingMail = (address: string) =>
  mutationOptions({
    mutationFn: (email: string) => call(setAlertMail, { body: { email } }),
    onSuccess: keep(address),
  })

export const confirmingMail = (address: string) =>
  mutationOptions({
    mutationFn: (token: string) => call(confirmAlertMail, { body: { token } }),
    onSuccess: keep(address),
  })

export const stoppingMail = (address: string) =>
  mutationOptions({
    mutationFn: () => call(deleteAlertMail),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mailQuery(address).queryKey }),
  })
