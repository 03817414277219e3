import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import * as cms from '@peculiar/asn1-cms'
import { id_sha256WithRSAEncryption, id_sha256 as sha256Name } from '@peculiar/asn1-rsa'
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'

interface Signer {
  /** Certificate of an RSA key, the kind that Apple issues for passes. */
  readonly certificate: X509Certificate
  readonly key: KeyObject
  /** The issuing authority; phones do not fetch it. */
  readonly authority: X509Certificate
}

/** A set of attributes, which the library knows only as part of another structure. */
class SignedAttributes extends AsnArray<cms.Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: cms.Attribute })(SignedAttributes)

/** A detached signature of some bytes: CMS SignedData, with its time and the signer's certificates (RFC 5652). */
export function signApart(content: Buffer, { certificate, key, authority }: Signer, now: Date): Buffer {
  const [own, issuer] = [certificate, authority].map(({ raw }) => AsnConvert.parse(raw, Certificate))
  if (own === undefined || issuer === undefined) throw new TypeError('Not a certificate.')
  const hash = createHash('sha256').update(content).digest()
  const sha256 = new cms.DigestAlgorithmIdentifier({ algorithm: sha256Name })
  // In the order that DER requires of a set.
  const attributes = [
    buildAttribute(cms.id_contentType, AsnObjectIdentifierConverter.toASN(cms.id_data).toBER()),
    buildAttribute(cms.id_signingTime, AsnConvert.serialize(new cms.SigningTime(now))),
    buildAttribute(cms.id_messageDigest, AsnConvert.serialize(new OctetString(hash))),
  ]
  const signer = new cms.SignerInfo({
    version: cms.CMSVersion.v1,
    sid: new cms.SignerIdentifier({ issuerAndSerialNumber: new cms.IssuerAndSerialNumber(own.tbsCertificate) }),
    digestAlgorithm: sha256,
    signedAttrs: attributes,
    signatureAlgorithm: new cms.SignatureAlgorithmIdentifier({ algorithm: id_sha256WithRSAEncryption }),
    signature: new OctetString(sign('sha256', encodeSet(attributes), key)),
  })
  const signed = new cms.SignedData({
    version: cms.CMSVersion.v1,
    digestAlgorithms: new cms.DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new cms.EncapsulatedContentInfo({ eContentType: cms.id_data }),
    certificates: new cms.CertificateSet([own, issuer].map((one) => new cms.CertificateChoices({ certificate: one }))),
    signerInfos: new cms.SignerInfos([signer]),
  })
  const outer = { contentType: cms.id_signedData, content: AsnConvert.serialize(signed) }
  return Buffer.from(AsnConvert.serialize(new cms.ContentInfo(outer)))
}

function buildAttribute(attrType: string, value: ArrayBuffer): cms.Attribute {
  return new cms.Attribute({ attrType, attrValues: [value] })
}

/** The attributes in the form that is signed: as a set of their own rather than as part of the signer info (RFC 5652, 5.4). */
function encodeSet(attributes: readonly cms.Attribute[]): Buffer {
  return Buffer.from(AsnConvert.serialize(new SignedAttributes([...attributes])))
}
