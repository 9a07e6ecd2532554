import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, isPublicKey } from './encrypt-push.ts'

const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

test('reproduces the example of RFC 8291 (appendix A) byte for byte', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const keys = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const message = 'When I grow up, I want to be a watermelon'
  expect(encryptPush(message, keys, { ecdh, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('recognises a public key that is not a point on the curve', () => {
  expect(isPublicKey(p256dh)).toBe(true)
  expect(isPublicKey(`${p256dh.slice(0, -2)}AA`)).toBe(false)
})
