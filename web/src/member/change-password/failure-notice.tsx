import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { loadPage } from '../../session/session/load-page.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
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
