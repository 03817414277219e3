import { usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useMay } from '../../session/acting/use-may.ts'
import { CallUs } from './call-us.tsx'
import { WriteToUs } from './write-to-us.tsx'

/** The contact-us view: members can write (MC-3), everyone can call. */
function ContactUs() {
  const { session } = usePage()
  const mayWrite = useMay('write')
  return session?.role === 'MEMBER' && mayWrite ? <WriteToUs /> : <CallUs session={session} />
}

export const view: View = { title: 'contact-us.title', Component: ContactUs }
