import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import form from './sign-in-form.module.css'
import { SignInPage } from './sign-in-view.tsx'
import { workOffers } from './work-offers.ts'

/** The sign-in on the hosts of agents, of staff, and of the shops (RO-2). */
function WorkSignIn({ variant }: ViewProps) {
  const t = useText()
  const who = variant === 'staff' || variant === 'shop' ? variant : 'producer'
  // Members whom another site has sent here come for their plan, not to buy.
  const isMember = useRoute().query.notice === 'for-members'
  return (
    <SignInPage
      title={isMember ? 'signIn.title' : `signIn.${who}.title`}
      welcome={isMember ? 'signIn.welcome' : `signIn.${who}.welcome`}
      newcomers={
        <>
          {t(`signIn.${who}.new`)}{' '}
          {who === 'shop' && (
            <Link to={links.register()} className={form.register}>
              {t('signIn.shop.register')}
            </Link>
          )}
        </>
      }
      offers={workOffers[who]}
    />
  )
}

export const view: View = { title: 'signIn.producer.title', Component: WorkSignIn }
