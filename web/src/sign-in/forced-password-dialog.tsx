import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The password must be changed before anything else (SI-7); there is no other way out. */
export function ForcedPasswordDialog({ open }: { readonly open: boolean }) {
  const t = useText()
  const { href } = useNavigation()
  return (
    <Dialog
      size="small"
      open={open}
      closeable={false}
      onClose={() => {}}
      title={t('signIn.forced.title')}
      actions={<Button onClick={() => loadPage(href(links.changePassword()))}>{t('signIn.forced.action')}</Button>}
    >
      <p>{t('signIn.forced.text')}</p>
    </Dialog>
  )
}
