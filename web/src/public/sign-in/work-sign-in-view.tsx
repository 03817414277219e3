import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { SignInPage } from './sign-in-view.tsx'
import { workOffers } from './work-offers.ts'

/** The sign-in on the hosts of agents and of staff (RO-2). */
function WorkSignIn({ variant }: ViewProps) {
  const t = useText()
  const who = variant === 'staff' ? 'staff' : 'producer'
  return (
    <SignInPage
      title={`signIn.${who}.title`}
      welcome={`signIn.${who}.welcome`}
      newcomers={t(`signIn.${who}.new`)}
      offers={workOffers[who]}
    />
  )
}

export const view: View = { title: 'signIn.producer.title', Component: WorkSignIn }
