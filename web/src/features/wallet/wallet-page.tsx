import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { waitsQuery, walletQuery } from "../../api/money-queries.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { Button } from "../../ui/button.tsx";
import { MessagePage } from "../../ui/page/message-page.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { PaymentWaits } from "./payment-waits.tsx";
import { Statement } from "./statement.tsx";
import { TopUpForm } from "./top-up-form.tsx";
import { WalletFigures } from "./wallet-figures.tsx";

/** The wallet: its balance, the payments that work waits for, and the statement. */
export function WalletPage() {
  const { data: wallet, error, refetch } = useQuery(walletQuery);
  const { data: waits = [] } = useQuery(waitsQuery);
  if (!wallet && error) {
    return (
      <MessagePage
        icon="warning"
        title={explain(error).title}
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p>
          <ErrorMessage error={error} />
        </p>
      </MessagePage>
    );
  }
  return (
    <>
      <PageTitle of="Wallet" />
      <TopBar crumbs={<Here>Wallet</Here>}>
        <HeaderStatus />
      </TopBar>
      {wallet ? (
        <div className="max-w-[1120px] space-y-10 px-10 pt-8 pb-12 max-wide:p-6 max-mid:space-y-7 max-mid:p-4">
          <h1 className="sr-only">Wallet</h1>
          <WalletFigures wallet={wallet} />
          <PaymentWaits waits={waits} wallet={wallet} />
          <TopUpForm />
          <Statement />
        </div>
      ) : (
        <Loading what="Opening the wallet" className="max-w-[1120px] p-10 max-mid:p-4" />
      )}
    </>
  );
}
