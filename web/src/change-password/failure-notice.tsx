import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import { RichText } from '../texts/rich-text.tsx'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { ChangeFailure } from './failure.ts'

/** Why nothing was changed, and what to do next. */
export function ChangeFailureNotice({ failure }: { readonly failure: ChangeFailure }) {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  return (
    <Alert tone="danger" role="alert" title={t('changePassword.failed.title')}>
      <p>
        <RichText
          id={`changePassword.failed.${failure}`}
          values={{ hours: brand.customerServiceHours }}
          elements={{ phone: () => <PhoneLink /> }}
        />
      </p>
      {failure === 'ended' && (
        <Button variant="secondary" onClick={() => loadPage(href(links.signIn()))}>
          {t('changePassword.failed.signIn')}
        </Button>
      )}
    </Alert>
  )
}
