import type { HeaderLanguage } from '../header-language.ts';

export const PORTUGUESE: HeaderLanguage = {
  names: {
    name: 'Nome, Nome completo, Nome sobrenome, Nome apelido, Pessoa contato, Pessoa contacto, Nome exibição',
    firstName: 'Primeiro nome, Nome próprio, Prenome',
    lastName: 'Sobrenome, Apelido, Último nome, Nome família',
    email:
      'E-mail, Mail, Correio eletrônico, Correio electrónico, Endereço e-mail, Endereço correio eletrônico, Endereço email',
    phone:
      'Telefone, Tel, Fone, Número telefone, N telefone, No telefone, Celular, Número celular, Telefone celular, Telemóvel, Número telemóvel, Telefone móvel, Telefone fixo, Telefone DDD, Número WhatsApp, Celular WhatsApp, WhatsApp número, Telefone para contato, Telefone para contacto, DDD Telefone, Celular DDD, Contacto telefónico, Contato telefônico, Fone celular',
    carrier: 'Operadora, Operador, Operadora telefonia, Operadora celular',
    country: 'País, Código país, País região, País residência, Nome país',
    city: 'Cidade, Município, Localidade, Cidade residência',
    address:
      'Endereço, Morada, Rua, Rua número, Logradouro, Endereço postal, Endereço completo, Linha endereço, Endereço linha',
    postcode: 'CEP, Código postal',
    ip: 'Endereço IP',
    brand: 'Marca',
    currency: 'Moeda, Moeda depósito',
    depositAmount:
      'Valor depósito, Valor depositado, Montante depósito, Depósito total, Total depositado, Total depósitos',
    depositDate: 'Data depósito, Data primeiro depósito',
    source:
      'Fonte, Fonte lead, Fonte tráfego, Origem, Origem lead, Origem contato, Fonte original, Origem primeira conversão',
    card: 'Cartão, Tipo cartão, Cartão crédito',
    affiliate: 'Afiliado, ID afiliado',
    landingPage: 'Página destino',
    agent: 'Agente, Agente vendas',
    status: 'Situação, Status, Status lead, Situação lead, Estado lead',
    tags: 'Etiqueta, Etiquetas, Categoria, Categorias, Marcadores',
  },
  halfName: 'Nome',
  articles: 'de do da dos das o a os as e ou seu sua com qual é',
  beside: 'cliente contato contacto lead pessoa principal',
  doubtful:
    'trabalho casa escritório empresa pessoal comercial residencial residência cobrança entrega outro outra secundário alternativo profissional faturação faturamento',
  address: 'endereço morada',
};
