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
  /** Of an RSA key, as Apple gives for passes. */
  readonly certificate: X509Certificate
  readonly key: KeyObject
  /** Who issued it; a phone does not fetch it. */
  readonly authority: X509Certificate
}

/** A set of attributes, which the library knows as a part only. */
class SignedAttributes extends AsnArray<cms.Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: cms.Attribute })(SignedAttributes)

/** A signature of some bytes apart from them: CMS SignedData, with its time and the certificates of who signs (RFC 5652). */
export function signApart(content: Buffer, { certificate, key, authority }: Signer, now: Date): Buffer {
  const [own, issuer] = [certificate, authority].map(({ raw }) => AsnConvert.parse(raw, Certificate))
  if (own === undefined || issuer === undefined) throw new TypeError('Not a certificate.')
  const hash = createHash('sha256').update(content).digest()
  const sha256 = new cms.DigestAlgorithmIdentifier({ algorithm: sha256Name })
  // In the order that DER asks of a set.
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

/** The attributes as they are signed: a set of their own rather than a part of who signs (RFC 5652, 5.4). */
function encodeSet(attributes: readonly cms.Attribute[]): Buffer {
  return Buffer.from(AsnConvert.serialize(new SignedAttributes([...attributes])))
}
