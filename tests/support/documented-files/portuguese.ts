import { documentedFile } from './documented-file.ts';

export const PORTUGUESE_FILES = [
  documentedFile(
    ['leadlovers', 'Portuguese', 'Regras de Importação de Leads por .CSV'],
    `
    Nome > name :: João da Silva => João ~ da Silva | Conceição Araújo => Conceição ~ Araújo | Luís Antônio Magalhães => Luís Antônio ~ Magalhães | Sr. Paulo Coelho => Paulo ~ Coelho | Beatriz => Beatriz ~
    E-mail > email :: joao@example.com.br | Conceicao@Example.com.br => conceicao@example.com.br | luis@example.com.br | paulo@example.com.br | bia@example.com.br
    Telefone > phone :: +55 (11) 91234-5678 => +5511912345678 | +55 21 98765-4321 => +5521987654321 | 11912345679 | +55 41 3222-1111 => +554132221111 | +55 (85) 9 8888-7777 => +5585988887777
    Empresa :: Padaria Pão | | | |
    Cidade > city :: São Paulo | Rio de Janeiro | São Paulo | Curitiba | Fortaleza
    Estado :: SP | RJ | São Paulo | PR | Ceará
    Mensagem :: Quero saber mais | | | |
    Data de Nascimento > date :: 07/09/1990 => 1990-09-07 | 25/12/1985 => 1985-12-25 | 01/01/2000 => 2000-01-01 | 15 de novembro de 1979 => 1979-11-15 |
    Score :: 10 | 0 | 55 | 3 | 8
    Tags > tags :: lançamento, vip | | cliente | curso;2024 => curso, 2024 | vip
    Observações`,
  ),
  documentedFile(
    ['Outlook', 'Portuguese', 'Header of the contacts CSV, pt-BR'],
    `
    Tratamento :: Dr. | | Sra. | |
    Primeiro nome > firstName :: Rodrigo | Thaís | Ângela | Fábio | Zoé
    Segundo nome
    Sobrenome > lastName :: Gonçalves | Brandão | Simões | Leão | Müller
    Sufixo
    Empresa :: ACME Ltda. | | | |
    Departamento
    Cargo :: Gerente | | | |
    Endereço residencial > address :: Rua das Flores, 123 - Apto 45 | Av. Atlântica 1702 | Rua Augusta, 10 | Rua XV de Novembro 99 | Travessa do Carmo 2
    Endereço residencial 2
    Cidade do endereço residencial > city :: Campinas | Rio de Janeiro | Lisboa | Curitiba | Porto
    Estado :: SP | RJ | | PR |
    CEP do endereço residencial > postcode :: 13010-050 | 22021-001 | 1100-053 | 80020-310 | 4050-164
    País/Região de Residência > country :: Brasil => Brazil | BRASIL => Brazil | Portugal | Brasil => Brazil | Portugal
    Telefone do assistente
    Fax comercial
    Telefone comercial :: | (21) 2222-3333 | | |
    Telefone do carro
    Telefone principal da empresa
    Telefone residencial
    Telefone celular > phone :: (19) 99876-5432 => +5519998765432 | 021 98765 4321 => +5521987654321 | 912 345 678 => +351912345678 | +55 41 99999-0000 => +5541999990000 | 00351 936 000 111 => +351936000111
    Outro telefone
    Pager
    E-mail Address > email :: rodrigo@example.com.br | thais@example.com.br | angela@example.pt | fabio@example.com.br | zoe@example.pt
    Tipo de email :: SMTP | SMTP | SMTP | SMTP | SMTP
    Nome para exibição do email :: Rodrigo Gonçalves | | | |
    Birthday
    Categorias > tags :: Clientes | Clientes;Feira => Clientes, Feira | | Fornecedores |
    Nome do assistente
    Anotações
    Local
    Página da Web
    Aceita ofertas > boolean :: sim => true | não => false | Sim => true | nao => false | S => true`,
    { encoding: 'windows-1252' },
  ),
];
