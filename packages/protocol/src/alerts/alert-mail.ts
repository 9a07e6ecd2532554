import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IsoDate } from '../values/iso-date.ts'

/** How long a link in a mail is valid. */
export const CONFIRM_HOURS = 24

const Email = z.email('must be an e-mail address').max(254)

export const AlertMail = z.object({
  /** False if the network has no mail server. */
  isOffered: z.boolean(),
  email: z.string().nullable(),
  /** Null until it's confirmed; until then, only the question is sent there. */
  confirmedAt: IsoDate.nullable(),
})
export type AlertMail = z.infer<typeof AlertMail>

export const getAlertMail = endpoint({
  method: 'GET',
  path: '/user/me/mail',
  summary: 'Where alerts about my nodes are mailed to.',
  caller: 'account',
  response: AlertMail,
  refusals: [],
})

export const setAlertMail = endpoint({
  method: 'PUT',
  path: '/user/me/mail',
  summary:
    'Have alerts about my nodes mailed to an address. It is asked first, by a mail with a link; one address is asked once a day at most.',
  caller: 'account',
  body: z.strictObject({ email: Email }),
  bodyBytesMax: 2 * 1024,
  response: AlertMail,
  limit: { count: 5, seconds: 86_400 },
  refusals: ['mail_limit', 'mail_off'],
})

export const confirmAlertMail = endpoint({
  method: 'POST',
  path: '/user/me/mail/confirm',
  summary: 'Confirm the address with the token of the link that was mailed to it. It is good for a day.',
  caller: 'account',
  body: z.strictObject({
    token: z
      .string()
      .max(43)
      .regex(/^[\w-]{43}$/),
  }),
  bodyBytesMax: 1024,
  response: AlertMail,
  limit: { count: 30, seconds: 3_600 },
  refusals: [],
})

export const deleteAlertMail = endpoint({
  method: 'DELETE',
  path: '/user/me/mail',
  summary: 'No more mails about my nodes. The address is deleted.',
  caller: 'account',
  response: null,
  refusals: [],
})
