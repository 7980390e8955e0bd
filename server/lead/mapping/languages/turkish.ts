import type { HeaderLanguage } from '../header-language.ts';

export const TURKISH: HeaderLanguage = {
  names: {
    name: 'Ad soyad, Adı soyadı, Ad soyadı, Adınız soyadınız, Adınız, Adı, İsim, İsim soyisim, İsim soyad, Tam ad, Tam isim, Yetkili kişi, İlgili kişi',
    firstName: 'Ön ad, İlk ad, Ön isim',
    lastName: 'Soyad, Soyadı, Soyadınız, Soyisim',
    email: 'E-posta, E-posta adresi, E-posta adresiniz, Mail, Mail adresi, E-mail adresi, Elektronik posta',
    phone:
      'Telefon, Telefonu, Tel, Telefon numarası, Telefon numaranız, Telefon no, Tel no, Cep telefonu, Cep no, Cep numarası, Cep telefonu numarası, Mobil telefon, GSM, GSM no, GSM numarası, Sabit telefon, İrtibat numarası, WhatsApp numarası',
    carrier: 'Operatör, GSM operatörü',
    country: 'Ülke, Ülke kodu, Ülke adı, Ülke bölge',
    city: 'Şehir, İl, Yaşadığınız şehir',
    address: 'Adres, Sokak, Cadde, Açık adres, Posta adresi, Adres satırı',
    postcode: 'Posta kodu',
    ip: 'IP adresi',
    brand: 'Marka',
    currency: 'Para birimi, Döviz',
    depositAmount: 'Yatırım tutarı, Para yatırma tutarı, Depozito tutarı, Toplam yatırım, Toplam depozito',
    depositDate: 'Yatırım tarihi, Para yatırma tarihi, Depozito tarihi',
    source: 'Kaynak, Lead kaynağı, Trafik kaynağı, Müşteri kaynağı, Potansiyel müşteri kaynağı',
    card: 'Kart, Kart tipi, Kart türü, Kredi kartı',
    landingPage: 'Açılış sayfası, Karşılama sayfası',
    agent: 'Temsilci, Satış temsilcisi',
    status: 'Durum, Durumu, Lead durumu, Müşteri durumu',
    tags: 'Etiket, Etiketler, Kategori, Kategoriler',
  },
  halfName: 'Ad, Adı, İsim',
  articles: 've veya',
  beside: 'müşteri kişi iletişim lead',
  doubtful: 'iş ev ofis şirket diğer kişisel fatura',
};
