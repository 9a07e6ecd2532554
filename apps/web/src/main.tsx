import { createLinkedAccount } from './account/linked-account.ts'
import { mount } from './mount.tsx'

mount(document.getElementById('root')!, { account: createLinkedAccount() })
